/**
 * The member of an object that has this name and is its own; nothing when there is none. Names that a
 * policy brings may be `toString`, which every object has.
 */
export function ownMember<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
