/** Up to this length, arrays are sorted in place, which avoids the copies that the engine makes. */
const mostInserted = 24;

/** Sorts numbers from the smallest to the greatest, and leaves each of them in once. */
export function sortUnique(numbers: number[]): void {
  if (numbers.length > mostInserted) numbers.sort((one, other) => one - other);
  else insertionSort(numbers);
  let kept = 0;
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] as number;
    if (kept === 0 || numbers[kept - 1] !== number) numbers[kept++] = number;
  }
  numbers.length = kept;
}

function insertionSort(numbers: number[]): void {
  for (let index = 1; index < numbers.length; index++) {
    const number = numbers[index] as number;
    let place = index;
    for (; place > 0; place--) {
      const before = numbers[place - 1] as number;
      if (before <= number) break;
      numbers[place] = before;
    }
    numbers[place] = number;
  }
}

/** Checks whether a number is one of some that are sorted. */
export function includesSorted(numbers: readonly number[], number: number): boolean {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === number;
}
