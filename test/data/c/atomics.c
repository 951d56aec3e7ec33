// _Atomic and the __atomic and C11 functions on every width, in a single thread.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic int counter = 5;
static atomic_uint_fast8_t tiny;
static _Atomic unsigned char byte = 250;
static _Atomic short half = -2;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(int *) pointer;

typedef struct Node {
    struct Node *next;
    int value;
} Node;
static _Atomic(Node *) stack;

static void push(Node *n) {
    n->next = atomic_load(&stack);
    while (!atomic_compare_exchange_weak(&stack, &n->next, n)) {}
}

static Node *pop(void) {
    Node *top = atomic_load_explicit(&stack, memory_order_acquire);
    while (top && !atomic_compare_exchange_strong_explicit(
                      &stack, &top, top->next, memory_order_acq_rel, memory_order_relaxed)) {}
    return top;
}

int main(void) {
    counter++;
    counter += 10;
    counter *= 3;
    counter -= 1;
    counter ^= 0xFF;
    printf("%d %d\n", (int)counter, (int)tiny);
    for (int i = 0; i < 10; i++) byte++;
    half -= 32767;
    printf("%d %d\n", byte, half);
    printf("%d ", atomic_fetch_add(&counter, 7));
    printf("%d ", atomic_fetch_sub_explicit(&counter, 2, memory_order_relaxed));
    printf("%d ", atomic_fetch_or(&counter, 0x1000));
    printf("%d ", atomic_fetch_and(&counter, ~1));
    printf("%d ", atomic_fetch_xor(&counter, 3));
    printf("%d ", atomic_exchange(&counter, 77));
    printf("%d\n", atomic_load(&counter));
    int expected = 76;
    _Bool done = atomic_compare_exchange_strong(&counter, &expected, 1);
    printf("%d %d ", done, expected);
    done = atomic_compare_exchange_strong(&counter, &expected, 1);
    printf("%d %d %d\n", done, expected, (int)counter);
    printf("%d ", atomic_flag_test_and_set(&flag));
    printf("%d ", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    printf("%d\n", atomic_flag_test_and_set(&flag));

    int plain = 10;
    unsigned char small = 7;
    unsigned short word = 0xFFFF;
    long long wide = 1LL << 40;
    printf("%d ", __atomic_add_fetch(&plain, 5, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_fetch_nand(&plain, 6, __ATOMIC_RELAXED));
    printf("%d\n", plain);
    printf("%d ", __atomic_sub_fetch(&small, 10, __ATOMIC_ACQ_REL));
    printf("%d ", __sync_fetch_and_add(&word, 3));
    printf("%d\n", word);
    printf("%d ", __sync_bool_compare_and_swap(&plain, plain, 100));
    printf("%d\n", __sync_val_compare_and_swap(&plain, 99, 5));
    wide = __atomic_load_n(&wide, __ATOMIC_ACQUIRE) + 1;
    __atomic_store_n(&plain, 123, __ATOMIC_RELEASE);
    printf("%lld %d\n", wide, plain);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    atomic_signal_fence(memory_order_seq_cst);

    int array[3] = {1, 2, 3};
    atomic_store(&pointer, &array[1]);
    int *old = atomic_exchange(&pointer, &array[2]);
    printf("%d %d\n", *old, *atomic_load(&pointer));
    Node nodes[4];
    for (int i = 0; i < 4; i++) {
        nodes[i].value = i * i;
        push(&nodes[i]);
    }
    for (Node *n; (n = pop());) printf("%d ", n->value);
    putchar('\n');
    return 0;
}
