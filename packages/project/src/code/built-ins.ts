interface Original {
  readonly holder: object;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

// Taken here: what looks for changes must not use what may have been changed. For the same reason it has
// loops over numbers, which ask no iterator.
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { deleteProperty, ownKeys, setPrototypeOf } = Reflect;
const nameOf = String;

let originals: Original[] | undefined;
let prototypes: { readonly holder: object; readonly prototype: object | null }[] = [];

/** Checks whether code of the user's may have run in this process. */
export function hasRunCode(): boolean {
  return originals !== undefined;
}

/** Records the functions of the language's built-in objects; only the first call has an effect. */
export function rememberBuiltIns(): void {
  if (originals !== undefined) return;
  const all = holders();
  prototypes = all.map((holder) => ({
    holder,
    prototype: getPrototypeOf(holder) as object | null,
  }));
  originals = all.flatMap((holder) =>
    ownKeys(holder).flatMap((key) => {
      const descriptor = getOwnPropertyDescriptor(holder, key);
      return descriptor !== undefined && isOfFunction(descriptor)
        ? { holder, key, descriptor }
        : [];
    }),
  );
}

/**
 * Restores built-in objects that user code changed, because all code that runs afterwards depends on them. Additions
 * stay, unless they affect other code.
 *
 * @returns the first change, such as `Array.prototype.map`; undefined when there is none
 */
export function restoreBuiltIns(): string | undefined {
  if (originals === undefined) return undefined;
  let changed: string | undefined;
  for (let index = 0; index < originals.length; index++) {
    const { holder, key, descriptor } = originals[index] as Original;
    const now = getOwnPropertyDescriptor(holder, key);
    if (now !== undefined && isSame(now, descriptor)) continue;
    changed ??= shownName(holder, key);
    try {
      defineProperty(holder, key, descriptor);
    } catch {
      // It has been frozen: it is only reported.
    }
  }
  const added = removeAdded();
  const moved = restorePrototypes();
  return added ?? changed ?? moved;
}

function restorePrototypes(): string | undefined {
  let changed: string | undefined;
  for (let index = 0; index < prototypes.length; index++) {
    const { holder, prototype } = prototypes[index] as (typeof prototypes)[number];
    if (getPrototypeOf(holder) === prototype) continue;
    changed ??= `the prototype of ${holderName(holder)}`;
    setPrototypeOf(holder, prototype);
  }
  return changed;
}

/** Removes additions that all objects would inherit, or that change JSON serialization. */
function removeAdded(): string | undefined {
  let added: string | undefined;
  const keys = ownKeys(Object.prototype);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as PropertyKey;
    if (isOriginal(key)) continue;
    added ??= shownName(Object.prototype, key);
    deleteProperty(Object.prototype, key);
  }
  for (let index = 0; index < writtenAsJson.length; index++) {
    const holder = writtenAsJson[index] as object;
    if (getOwnPropertyDescriptor(holder, "toJSON") === undefined) continue;
    added ??= shownName(holder, "toJSON");
    deleteProperty(holder, "toJSON");
  }
  return added;
}

const objectKeys = ownKeys(Object.prototype);

function isOriginal(key: PropertyKey): boolean {
  for (let index = 0; index < objectKeys.length; index++) {
    if (objectKeys[index] === key) return true;
  }
  return false;
}

const writtenAsJson: readonly object[] = [
  Array.prototype,
  Boolean.prototype,
  Function.prototype,
  Number.prototype,
  String.prototype,
];

function isOfFunction({ value, get }: PropertyDescriptor): boolean {
  return typeof (value ?? get) === "function";
}

function isSame(one: PropertyDescriptor, other: PropertyDescriptor): boolean {
  return one.value === other.value && one.get === other.get && one.set === other.set;
}

const constructors = [
  Array,
  ArrayBuffer,
  BigInt,
  Boolean,
  Buffer,
  DataView,
  Error,
  Function,
  Map,
  Number,
  Object,
  Promise,
  RegExp,
  Set,
  String,
  Symbol,
  Uint8Array,
  Object.getPrototypeOf(Uint8Array) as typeof Uint8Array,
  WeakMap,
  WeakSet,
];

const named: readonly object[] = [...constructors, JSON, Math, Reflect];

function holders(): object[] {
  const iterators = [[].values(), "".matchAll(/x/g), ""[Symbol.iterator]()];
  const collections = [new Map().values(), new Set().values(), Array.from({ length: 0 }).values()];
  const made = [
    ...[...iterators, ...collections].map((one) => Object.getPrototypeOf(one) as object),
    Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
    ...generators.map((one) => Object.getPrototypeOf(one.prototype) as object),
  ];
  return [
    ...new Set([...named, ...constructors.map(({ prototype }) => prototype as object), ...made]),
  ];
}

/* oxlint-disable no-empty-function -- only their prototypes are looked at */
const generators = [function* () {}, async function* () {}];
/* oxlint-enable no-empty-function */

function shownName(holder: object, key: PropertyKey): string {
  const member = typeof key === "symbol" ? `[${nameOf(key.description)}]` : `.${nameOf(key)}`;
  return `${holderName(holder)}${member}`;
}

function holderName(holder: object): string {
  for (let index = 0; index < named.length; index++) {
    const one = named[index] as { readonly name?: string; readonly prototype?: object };
    const name =
      one === JSON ? "JSON" : one === Math ? "Math" : one === Reflect ? "Reflect" : one.name;
    if (one === holder) return nameOf(name);
    if (one.prototype === holder) return `${nameOf(name)}.prototype`;
  }
  return "an iterator";
}
