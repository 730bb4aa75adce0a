#define VEC_H

static inline double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1];
}
