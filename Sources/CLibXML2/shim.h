// Debian builds libxml2 with ICU, whose headers clash with the ones Foundation brings; the parts of
// libxml2 that are used here do not need it.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/relaxng.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlschemas.h>

// `xmlFree` is a mutable global function pointer, which Swift 6 does not let anyone touch.
static inline void clibxml2_free(void *memory) { xmlFree(memory); }

// How many attributes of one tag there has been room for; grows as they are read.
static inline int clibxml2_room_for_attributes(xmlParserCtxtPtr context) {
  return context->maxatts / 5;
}

// How many namespaces are declared where the parser stands.
static inline int clibxml2_open_namespaces(xmlParserCtxtPtr context) { return context->nsNr / 2; }
