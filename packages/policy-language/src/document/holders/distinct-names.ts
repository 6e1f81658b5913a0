import type { HeldSource } from "./held-sources.ts";

/** Names the holders of policies with their namespaces, where others of the file have the same name. */
export function withDistinctNames<Source extends HeldSource>(
  sources: readonly Source[],
): readonly Source[] {
  const names = sources.map(({ held }) => held?.holder.name);
  return sources.map((source) => {
    const { name, fullName } = source.held?.holder ?? {};
    const isOnly = names.indexOf(name) === names.lastIndexOf(name);
    if (source.held === undefined || fullName === undefined || isOnly) return source;
    const holder = { ...source.held.holder, name: fullName };
    return { ...source, held: { ...source.held, holder } };
  });
}
