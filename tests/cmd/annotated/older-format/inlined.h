/* one */


int inlined(int a)
{
    int b = a;
    return b;
}
