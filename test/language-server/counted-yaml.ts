import { yaml, type YamlReader } from "../../packages/language-server/src/documents/yaml.ts";

/** A reader of YAML, and the texts of all trees that it has made. */
export function countedYaml(): { readonly reader: YamlReader; readonly read: readonly string[] } {
  const read: string[] = [];
  const tree = (text: string): ReturnType<YamlReader["tree"]> => {
    read.push(text);
    return yaml.tree(text);
  };
  return { reader: { ...yaml, tree }, read };
}
