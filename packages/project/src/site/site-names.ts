/** The names that an endpoint can have. */
export interface EndpointNames {
  readonly name: string;
  /** The name with its namespace. */
  readonly fullName?: string | undefined;
  readonly file: string;
}

/** Gives each endpoint a name of its own: with its namespace where it needs that, or else with its file. */
export function distinctNames(all: readonly EndpointNames[]): readonly string[] {
  const first = all.map(({ name }) => name);
  const second = distinct(first, ({ fullName }, name) => fullName ?? name, all);
  const third = distinct(second, ({ file }, name) => `${file}#${name}`, all);
  const seen = new Map<string, number>();
  return third.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

function distinct(
  names: readonly string[],
  more: (one: EndpointNames, name: string) => string,
  all: readonly EndpointNames[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return all.map((one, index) => {
    const name = names[index] ?? one.name;
    return counts.get(name) === 1 ? name : more(one, name);
  });
}
