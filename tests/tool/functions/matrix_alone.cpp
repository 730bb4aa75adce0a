// SPDX-License-Identifier: GPL-2.0-or-later
// Expression templates and operators.
#include <array>
#include <cstdio>

template <typename L, typename R>
struct Sum {
    const L& left;
    const R& right;
    double operator()(int row, int column) const { return left(row, column) + right(row, column); }
};
template <int N>
struct Matrix {
    std::array<double, N * N> cells{};
    double& operator()(int row, int column) {
        return cells[static_cast<unsigned>(row * N + column)];
    }
    double operator()(int row, int column) const {
        return cells[static_cast<unsigned>(row * N + column)];
    }
    template <typename E>
    [[gnu::noinline]] Matrix& operator=(const E& expression) {
        for (int row = 0; row < N; ++row)
            for (int column = 0; column < N; ++column)
                (*this)(row, column) = expression(row, column);
        return *this;
    }
};
template <typename L, typename R>
Sum<L, R> operator+(const L& left, const R& right) {
    return {left, right};
}
template <int N>
[[gnu::noinline]] Matrix<N> operator*(const Matrix<N>& a, const Matrix<N>& b) {
    Matrix<N> product;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < N; ++k)
                product(i, j) += a(i, k) * b(k, j);
    return product;
}
template <int N>
[[gnu::noinline]] static double trace(const Matrix<N>& matrix) {
    double sum = 0;
    for (int i = 0; i < N; ++i)
        sum += matrix(i, i);
    return sum;
}
int main() {
    Matrix<12> a, b, c;
    for (int i = 0; i < 144; ++i)
        a.cells[static_cast<unsigned>(i)] = i, b.cells[static_cast<unsigned>(i)] = 143 - i;
    c = a + b;
    c = c + a;
    Matrix<3> small;
    small = small + small;
    std::printf("%g %g\n", trace(a * c), trace(small * small));
}
