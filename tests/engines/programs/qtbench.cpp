// SPDX-License-Identifier: GPL-2.0-or-later
// A benchmark of QTestLib, which with -callgrind runs itself under callgrind and reads its parts.
#include <QtTest>

class Bench : public QObject {
    Q_OBJECT

  private slots:
    void sum() {
        volatile long sink = 0;
        QBENCHMARK {
            for (int i = 0; i < 1000; ++i)
                sink += i;
        }
    }
    void twice_as_much() {
        volatile long sink = 0;
        QBENCHMARK {
            for (int i = 0; i < 2000; ++i)
                sink += i;
        }
    }
};

QTEST_GUILESS_MAIN(Bench)
#include "qtbench.moc"
