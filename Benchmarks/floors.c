/* Floors and peers for workload W(n): what hand-written C needs for the same work.
 *
 *   cc -O2 floors.c -o floors $(pkg-config --cflags --libs libxml-2.0 sqlite3)
 *
 *   floors [--repeat N] OPERATION …
 *
 *   noop x                       nothing: the start-up to subtract
 *   sax-parse movies.xml         libxml2 SAX2 with empty callbacks
 *   sax-load movies.xml          libxml2 SAX2 into C structs, relationships linked
 *   write FILE COPY              write the bytes of FILE to COPY, fsync
 *   sqlite-create DIR DB         insert W(n) from DIR/*.tsv in one transaction
 *   sqlite-fetch DB              open, then genre contains Action and rating > 3.5 by title, first 100
 *   sqlite-index DB              make an index on the titles of the movies
 *   sqlite-indexed DIR DB        setup: open, look up once; work: 10 000 titles of DIR/movies.tsv by the index
 *   sqlite-load DB               every row and column into C structs
 *   sqlite-update DB COUNT       COUNT times: update one row, commit with synchronous=FULL, WAL
 *
 * One line is printed: operation, CPU seconds (user + system) of all repetitions, peak resident MB,
 * rows or bytes of one repetition; what was found as one number, where there is something to compare; the
 * CPU seconds of the preparation, where there was one.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- The objects ----------------------------------------------------------------------------- */

typedef struct Director {
  long id;
  char *name;
} Director;

typedef struct Movie {
  long id;
  char *title, *genre, *summary;
  double date, rating;
  int runtime, favorite;
  unsigned char poster[64];
  Director *director;
} Movie;

static Movie *movies;
static Director *directors;
static size_t movieCount, movieCapacity, directorCount, directorCapacity;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static Movie *newMovie(void) {
  if (movieCount == movieCapacity) {
    movieCapacity = movieCapacity ? movieCapacity * 2 : 1024;
    movies = realloc(movies, sizeof *movies * movieCapacity);
  }
  return memset(&movies[movieCount++], 0, sizeof *movies);
}

static Director *newDirector(void) {
  if (directorCount == directorCapacity) {
    directorCapacity = directorCapacity ? directorCapacity * 2 : 1024;
    directors = realloc(directors, sizeof *directors * directorCapacity);
  }
  return memset(&directors[directorCount++], 0, sizeof *directors);
}

/* Back to no objects, so that an operation can be repeated. */
static void forgetObjects(void) {
  for (size_t i = 0; i < movieCount; i++) {
    free(movies[i].title);
    free(movies[i].genre);
    free(movies[i].summary);
  }
  for (size_t i = 0; i < directorCount; i++) free(directors[i].name);
  free(movies);
  free(directors);
  movies = 0;
  directors = 0;
  movieCount = movieCapacity = directorCount = directorCapacity = 0;
}

static char *readFile(const char *path, size_t *length) {
  struct stat info;
  int fd = open(path, O_RDONLY);
  if (fd < 0 || fstat(fd, &info)) fail(path);
  char *bytes = malloc(info.st_size + 1);
  for (*length = 0; *length < (size_t)info.st_size;) {
    ssize_t n = read(fd, bytes + *length, info.st_size - *length);
    if (n <= 0) fail(path);
    *length += n;
  }
  close(fd);
  bytes[*length] = 0;
  return bytes;
}

/* --- Figures --------------------------------------------------------------------------------- */

/* What was found as a number, and the processor's time before the work, where an operation sets them. */
static unsigned long check;
static double setup;

static double processorSeconds(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return use.ru_utime.tv_sec + use.ru_utime.tv_usec / 1e6 + use.ru_stime.tv_sec +
         use.ru_stime.tv_usec / 1e6;
}

/* --- libxml2 --------------------------------------------------------------------------------- */

static size_t elements, textLength, textCapacity;
static Movie *movie;
static Director *director;
static int depth;
static char *text;

static void countStart(void *c, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                       int namespaces, const xmlChar **ns, int count, int defaulted,
                       const xmlChar **attributes) {
  elements++;
}
static void noEnd(void *c, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {}
static void noText(void *c, const xmlChar *bytes, int n) {}

static void loadText(void *c, const xmlChar *bytes, int n) {
  if (textLength + n + 1 > textCapacity) {
    textCapacity = (textLength + n + 1) * 2;
    text = realloc(text, textCapacity);
  }
  memcpy(text + textLength, bytes, n);
  textLength += n;
  text[textLength] = 0;
}

static void loadStart(void *c, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                      int namespaces, const xmlChar **ns, int count, int defaulted,
                      const xmlChar **attributes) {
  depth++;
  textLength = 0;
  if (text) *text = 0;
  if (depth == 2) {
    movie = name[0] == 'M' ? newMovie() : 0;
    director = name[0] == 'D' ? newDirector() : 0;
  } else if (depth == 3 && movie && name[0] == 'd' && count == 1) {
    /* The number for now; the directors may still move. */
    const char *id = (const char *)attributes[3] + strlen("Director-");
    movie->director = (Director *)(size_t)strtol(id, 0, 10);
  }
}

static int sextet(int c) {
  if (c >= 'a') return c - 'a' + 26;
  if (c >= 'A') return c - 'A';
  if (c >= '0') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static void decodePoster(const char *value) {
  unsigned bits = 0;
  int have = 0, out = 0;
  for (; *value && out < 64; value++) {
    int v = sextet(*value);
    if (v < 0) continue;
    bits = bits << 6 | v;
    if ((have += 6) >= 8) movie->poster[out++] = bits >> (have -= 8);
  }
}

static double secondsOfDate(const char *s) {
  struct tm tm = {0};
  strptime(s, "%Y-%m-%dT%H:%M:%SZ", &tm);
  return (double)timegm(&tm) - 978307200.0;
}

static void loadEnd(void *c, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  if (depth-- != 3) return;
  const char *value = text ? text : "";
  if (director) {
    if (name[0] == 'i') director->id = atol(value);
    if (name[0] == 'n') director->name = strdup(value);
    return;
  }
  if (!movie) return;
  switch (name[0]) {
    case 'i':
      if (name[1] == 'd') movie->id = atol(value);
      else movie->favorite = value[0] == 't';
      break;
    case 't': movie->title = strdup(value); break;
    case 'g': movie->genre = strdup(value); break;
    case 's': movie->summary = strdup(value); break;
    case 'p': decodePoster(value); break;
    case 'r':
      if (name[1] == 'e') movie->date = secondsOfDate(value);
      else if (name[1] == 'a') movie->rating = strtod(value, 0);
      else movie->runtime = atoi(value);
  }
}

static size_t parse(const char *path, int load) {
  size_t length;
  char *bytes = readFile(path, &length);
  xmlSAXHandler handler = {0};
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = load ? loadStart : countStart;
  handler.endElementNs = load ? loadEnd : noEnd;
  handler.characters = load ? loadText : noText;
  elements = 0;
  depth = 0;
  xmlParserCtxtPtr parser = xmlCreateMemoryParserCtxt(bytes, length);
  memcpy(parser->sax, &handler, sizeof handler);
  xmlCtxtUseOptions(parser, XML_PARSE_HUGE | XML_PARSE_NONET | XML_PARSE_NOENT);
  if (xmlParseDocument(parser)) fail("parse");
  xmlFreeParserCtxt(parser);
  free(bytes);
  for (size_t i = 0; i < movieCount; i++) {
    size_t number = (size_t)movies[i].director;
    movies[i].director = number ? &directors[number - 1] : 0;
  }
  return load ? movieCount : elements;
}

/* --- SQLite ---------------------------------------------------------------------------------- */

static sqlite3 *db;

static void openDatabase(const char *path) {
  if (sqlite3_open(path, &db)) fail(path);
}

static void run(const char *sql) {
  char *message;
  if (sqlite3_exec(db, sql, 0, 0, &message) == SQLITE_OK) return;
  fprintf(stderr, "%s: %s\n", sql, message);
  exit(1);
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, 0) == SQLITE_OK) return statement;
  fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
  exit(1);
}

static void step(sqlite3_stmt *statement) {
  sqlite3_step(statement);
  sqlite3_reset(statement);
}

static char *copyText(sqlite3_stmt *query, int column) {
  return strdup((const char *)sqlite3_column_text(query, column));
}

static FILE *openTable(const char *directory, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *table = fopen(path, "r");
  if (!table) fail(path);
  return table;
}

static int hexDigit(int c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static void insertDirectors(const char *directory) {
  char line[8192];
  FILE *table = openTable(directory, "directors.tsv");
  sqlite3_stmt *insert = prepare("insert into director values(?,?)");
  while (fgets(line, sizeof line, table)) {
    char *rest = line;
    sqlite3_bind_int64(insert, 1, atol(strsep(&rest, "\t")));
    sqlite3_bind_text(insert, 2, strsep(&rest, "\n"), -1, SQLITE_STATIC);
    step(insert);
  }
  fclose(table);
  sqlite3_finalize(insert);
}

static size_t insertMovies(const char *directory) {
  char line[8192];
  size_t rows = 0;
  FILE *table = openTable(directory, "movies.tsv");
  sqlite3_stmt *insert = prepare("insert into movie values(?,?,?,?,?,?,?,?,?,?)");
  while (fgets(line, sizeof line, table)) {
    char *rest = line, *field[10];
    unsigned char poster[64];
    for (int i = 0; i < 10; i++) field[i] = strsep(&rest, "\t\n");
    for (int i = 0; i < 64; i++) {
      poster[i] = hexDigit(field[8][2 * i]) << 4 | hexDigit(field[8][2 * i + 1]);
    }
    sqlite3_bind_int64(insert, 1, atol(field[0]));
    sqlite3_bind_text(insert, 2, field[1], -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 3, field[2], -1, SQLITE_STATIC);
    sqlite3_bind_double(insert, 4, atof(field[3]));
    sqlite3_bind_double(insert, 5, atof(field[4]));
    sqlite3_bind_int(insert, 6, atoi(field[5]));
    sqlite3_bind_int(insert, 7, atoi(field[6]));
    sqlite3_bind_text(insert, 8, field[7], -1, SQLITE_STATIC);
    sqlite3_bind_blob(insert, 9, poster, sizeof poster, SQLITE_STATIC);
    sqlite3_bind_int(insert, 10, atoi(field[9]));
    step(insert);
    rows++;
  }
  fclose(table);
  sqlite3_finalize(insert);
  return rows;
}

static size_t sqliteCreate(const char *directory, const char *path) {
  unlink(path);
  openDatabase(path);
  run("create table director(id integer primary key, name text);"
      "create table movie(id integer primary key, title text, genre text, releaseDate real,"
      " rating real, runtime int, isFavorite int, summary text, poster blob, director int)");
  run("begin");
  insertDirectors(directory);
  size_t rows = insertMovies(directory);
  run("commit");
  run("create index movie_director on movie(director)");
  sqlite3_close(db);
  return rows;
}

static size_t sqliteFetch(const char *path) {
  openDatabase(path);
  sqlite3_stmt *query = prepare("select * from movie where instr(genre, 'Action') > 0"
                                " and rating > 3.5 order by title limit 100");
  check = 14695981039346656037u;
  while (sqlite3_step(query) == SQLITE_ROW) {
    char *title = newMovie()->title = copyText(query, 1);
    for (char *c = title; *c; c++) check = (check ^ (unsigned char)*c) * 1099511628211u;
  }
  sqlite3_finalize(query);
  sqlite3_close(db);
  return movieCount;
}

static void sqliteIndex(const char *path) {
  openDatabase(path);
  run("create index movie_title on movie(title)");
  sqlite3_close(db);
}

/* The fields of movies.tsv that hold titles. */
static char **titles;
static size_t titleCount;

static void readTitles(const char *directory) {
  char line[8192];
  FILE *table = openTable(directory, "movies.tsv");
  size_t capacity = 0;
  while (fgets(line, sizeof line, table)) {
    char *rest = line;
    strsep(&rest, "\t");
    if (titleCount == capacity) {
      capacity = capacity ? capacity * 2 : 1024;
      titles = realloc(titles, sizeof *titles * capacity);
    }
    titles[titleCount++] = strdup(strsep(&rest, "\t"));
  }
  fclose(table);
}

/* A movie with all its columns, as a program would keep it. */
static void copyMovie(sqlite3_stmt *query) {
  Movie *m = newMovie();
  m->id = sqlite3_column_int64(query, 0);
  m->title = copyText(query, 1);
  m->genre = copyText(query, 2);
  m->date = sqlite3_column_double(query, 3);
  m->rating = sqlite3_column_double(query, 4);
  m->runtime = sqlite3_column_int(query, 5);
  m->favorite = sqlite3_column_int(query, 6);
  m->summary = copyText(query, 7);
  memcpy(m->poster, sqlite3_column_blob(query, 8), sizeof m->poster);
}

enum { lookups = 10000 };

static void lookUp(sqlite3_stmt *query) {
  for (size_t i = 0; i < lookups; i++) {
    const char *title = titles[i * 7919 % titleCount];
    sqlite3_bind_text(query, 1, title, -1, SQLITE_STATIC);
    while (sqlite3_step(query) == SQLITE_ROW) {
      copyMovie(query);
      check += movies[movieCount - 1].id;
      forgetObjects();
    }
    sqlite3_reset(query);
  }
}

static size_t sqliteIndexed(const char *directory, const char *path) {
  static sqlite3_stmt *query;
  if (!query) {
    readTitles(directory);
    openDatabase(path);
    run("pragma cache_size=-1000000");
    query = prepare("select * from movie where title = ?");
    lookUp(query); /* so that everything is in memory */
    setup = processorSeconds();
  }
  check = 0;
  lookUp(query);
  return lookups;
}

static size_t sqliteLoad(const char *path) {
  openDatabase(path);
  sqlite3_stmt *query = prepare("select id, name from director order by id");
  while (sqlite3_step(query) == SQLITE_ROW) {
    Director *d = newDirector();
    d->id = sqlite3_column_int64(query, 0);
    d->name = copyText(query, 1);
  }
  sqlite3_finalize(query);
  query = prepare("select * from movie");
  while (sqlite3_step(query) == SQLITE_ROW) {
    Movie *m = newMovie();
    m->id = sqlite3_column_int64(query, 0);
    m->title = copyText(query, 1);
    m->genre = copyText(query, 2);
    m->date = sqlite3_column_double(query, 3);
    m->rating = sqlite3_column_double(query, 4);
    m->runtime = sqlite3_column_int(query, 5);
    m->favorite = sqlite3_column_int(query, 6);
    m->summary = copyText(query, 7);
    memcpy(m->poster, sqlite3_column_blob(query, 8), sizeof m->poster);
    m->director = &directors[sqlite3_column_int(query, 9)];
  }
  sqlite3_finalize(query);
  sqlite3_close(db);
  return movieCount;
}

static size_t sqliteUpdate(const char *path, int count) {
  openDatabase(path);
  run("pragma journal_mode=wal");
  run("pragma synchronous=full");
  sqlite3_stmt *update = prepare("update movie set rating = ? where id = ?");
  for (int i = 0; i < count; i++) {
    sqlite3_bind_double(update, 1, i % 50 / 10.0);
    sqlite3_bind_int(update, 2, i * 37 % 10000);
    step(update);
  }
  sqlite3_finalize(update);
  sqlite3_close(db);
  return count;
}

/* --- Files ----------------------------------------------------------------------------------- */

static size_t writeCopy(const char *source, const char *copy) {
  size_t length, done = 0;
  char *bytes = readFile(source, &length);
  int fd = open(copy, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd < 0) fail(copy);
  while (done < length) {
    ssize_t n = write(fd, bytes + done, length - done);
    if (n <= 0) fail(copy);
    done += n;
  }
  fsync(fd);
  close(fd);
  free(bytes);
  return length;
}

/* --- Report ---------------------------------------------------------------------------------- */

/* Not ru_maxrss: that one starts with the size of the process that started this one. */
static double peakMegabytes(void) {
  char line[256];
  double kilobytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) {
    if (sscanf(line, "VmHWM: %lf", &kilobytes) == 1) break;
  }
  if (status) fclose(status);
  return kilobytes / 1024;
}

static void report(const char *operation, size_t amount) {
  double cpu = processorSeconds();
  printf("%s\tcpu=%.6f\tpeakMB=%.2f\tn=%zu", operation, cpu, peakMegabytes(), amount);
  if (check) printf("\tcheck=%lu", check);
  if (setup) printf("\tsetup=%.6f", setup);
  printf("\n");
}

static void usage(void) {
  fprintf(stderr, "usage: floors [--repeat N] OPERATION FILE…; see the head of floors.c\n");
  exit(2);
}

static size_t perform(int count, char **argument) {
  const char *operation = argument[0];
  if (!strcmp(operation, "noop")) return 0;
  if (!strcmp(operation, "sax-parse")) return parse(argument[1], 0);
  if (!strcmp(operation, "sax-load")) return parse(argument[1], 1);
  if (!strcmp(operation, "sqlite-fetch")) return sqliteFetch(argument[1]);
  if (!strcmp(operation, "sqlite-load")) return sqliteLoad(argument[1]);
  if (!strcmp(operation, "sqlite-index")) return sqliteIndex(argument[1]), 0;
  if (count > 2 && !strcmp(operation, "sqlite-indexed")) return sqliteIndexed(argument[1], argument[2]);
  if (count > 2 && !strcmp(operation, "write")) return writeCopy(argument[1], argument[2]);
  if (count > 2 && !strcmp(operation, "sqlite-create")) return sqliteCreate(argument[1], argument[2]);
  if (count > 2 && !strcmp(operation, "sqlite-update")) return sqliteUpdate(argument[1], atoi(argument[2]));
  usage();
  return 0;
}

int main(int count, char **argument) {
  int times = 1;
  count--, argument++;
  if (count > 1 && !strcmp(argument[0], "--repeat")) {
    times = atoi(argument[1]);
    count -= 2, argument += 2;
  }
  if (count < 2) usage();
  size_t amount = 0;
  for (int i = 0; i < times; i++) {
    if (i) forgetObjects();
    amount = perform(count, argument);
  }
  report(argument[0], amount);
  return 0;
}
