int main(void)
{
    int a = 1;
    a += inlined(a);
    return a;
}
