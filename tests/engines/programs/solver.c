/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An MPI program whose ranks wait for the last one, which has four times the work of the others. */
#include <mpi.h>
#include <stdio.h>

__attribute__((noinline)) static double relax(int steps) {
    double sum = 0;
    for (int i = 1; i <= steps; i++)
        sum += 1.0 / i;
    return sum;
}

int main(int argc, char** argv) {
    int rank, ranks;
    double mine, total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int round = 0; round < 5; round++) {
        mine = relax(rank == ranks - 1 ? 4000000 : 1000000);
        MPI_Allreduce(&mine, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%g\n", total);
    MPI_Finalize();
    return 0;
}
