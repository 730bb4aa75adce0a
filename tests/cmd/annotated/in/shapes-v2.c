#include <math.h>

struct shape {
    double width, height;
};

static double area(const struct shape *s)
{
    double a = s->width * s->height;
    return a;
}

double total_area(const struct shape *shapes, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += area(&shapes[i]);
    return sum;
}

double perimeter(const struct shape *s)
{
    return 2 * (s->width + s->height);
}
