export interface DimensionRow {
  readonly value: string;
  readonly changed: number;
  readonly newlyDenied: number;
  readonly newlyForwarded: number;
}

export interface DimensionValues {
  readonly rows: readonly DimensionRow[];
  readonly values: number;
}

/**
 * Finds the values with most changes among any number of values, in limited memory. All counts of a value must be
 * added one after another.
 */
export class TopValues {
  readonly #size: number;
  readonly #rows: DimensionRow[] = [];
  #values = 0;
  #last: DimensionRow | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  add(row: DimensionRow): void {
    if (this.#last?.value === row.value) this.#last = sumOf(this.#last, row);
    else {
      this.#rank();
      this.#last = row;
    }
  }

  end(): DimensionValues {
    this.#rank();
    this.#last = undefined;
    return { rows: this.#rows, values: this.#values };
  }

  #rank(): void {
    const row = this.#last;
    if (row === undefined) return;
    this.#values += 1;
    let place = this.#rows.length;
    while (place > 0 && isBefore(row, this.#rows[place - 1])) place -= 1;
    this.#rows.splice(place, 0, row);
    if (this.#rows.length > this.#size) this.#rows.pop();
  }
}

export function sumOf(one: DimensionRow, other: DimensionRow): DimensionRow {
  return {
    value: one.value,
    changed: one.changed + other.changed,
    newlyDenied: one.newlyDenied + other.newlyDenied,
    newlyForwarded: one.newlyForwarded + other.newlyForwarded,
  };
}

function isBefore(one: DimensionRow, other: DimensionRow | undefined): boolean {
  if (other === undefined || one.changed > other.changed) return true;
  return one.changed === other.changed && one.value < other.value;
}
