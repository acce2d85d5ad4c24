// Swift has no way to say this.

// Has the processor fetch the line of memory at an address, without waiting for it. Any address will do.
static inline void prefetch_line(const void *address) { __builtin_prefetch(address); }
