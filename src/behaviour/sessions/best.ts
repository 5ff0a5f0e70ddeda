/**
 * The `limit` best of a list of numbers by their scores, best first; equals by `isBefore`. A heap with the worst of the
 * best on top, so that a long list costs little more than being looked through.
 * @param accepts called only for entries that would be among the best so far
 */
export function bestOf(
  numbers: readonly number[],
  limit: number,
  isBefore: (one: number, other: number) => boolean,
  accepts: (number: number) => boolean = () => true,
): number[] {
  const heap: number[] = [];
  for (const number of numbers) {
    const hasRoom = heap.length < limit;
    if (!hasRoom && (limit === 0 || !isBefore(number, heap[0]!))) continue;
    if (!accepts(number)) continue;
    if (hasRoom) {
      heap.push(number);
      rise(heap, isBefore);
    } else {
      heap[0] = number;
      sink(heap, isBefore);
    }
  }
  return heap.sort((one, other) => (isBefore(one, other) ? -1 : 1));
}

function rise(heap: number[], isBefore: (one: number, other: number) => boolean): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(heap[parent]!, heap[at]!)) return;
    [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
    at = parent;
  }
}

function sink(heap: number[], isBefore: (one: number, other: number) => boolean): void {
  let at = 0;
  for (;;) {
    let worst = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && isBefore(heap[worst]!, heap[child]!)) worst = child;
    }
    if (worst === at) return;
    [heap[worst], heap[at]] = [heap[at]!, heap[worst]!];
    at = worst;
  }
}
