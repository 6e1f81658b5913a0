import { readFileSync } from "node:fs";

/** A name under which something is published. */
interface PublicName {
  /** Whether it is ours: until then, it may be anybody's, and no text tells anybody to run it. */
  readonly owned: boolean;
}

/** The names of `names.json`. */
export interface Names {
  readonly packages: PublicName & { readonly names: readonly string[] };
  readonly image: PublicName & { readonly name: string };
  readonly extension: PublicName & { readonly name: string };
  readonly repository: PublicName & { readonly name: string };
}

export const names = JSON.parse(
  readFileSync(new URL("../names.json", import.meta.url), "utf8"),
) as Names;

/**
 * The line that installs packages: by their names, or from packed files while these are not ours.
 *
 * @param wanted - names with a comma between them, behind `dev:` for those of development
 */
export function installLine(wanted: string, { packages }: Pick<Names, "packages"> = names): string {
  const [, dev, list = ""] = /^(dev:)?(.*)$/.exec(wanted) ?? [];
  const all = list.split(",");
  const others = all.filter((name) => !/^(?:@traffic-policy\/|traffic-policy$)/.test(name));
  const start = `npm install${dev === undefined ? "" : " --save-dev"}`;
  if (packages.owned) return `${start} ${all.join(" ")}`;
  const words = ["../clone/dist/packs/*.tgz", ...others];
  return `# In a clone, \`npm run pack\` packs them: they are not in a registry yet.\n${start} ${words.join(" ")}`;
}
