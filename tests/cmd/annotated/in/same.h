static int same(void) { return 1; }
