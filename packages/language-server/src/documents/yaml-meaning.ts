import { isAlias, isCollection, isMap, isScalar, parseAllDocuments, visit } from "yaml";

/** All that a text says, whatever its style and its comments are: equal for two texts that mean the same. */
export function meaningOfYaml(text: string): string {
  const parts: unknown[] = [];
  for (const document of parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" })) {
    visit(document, {
      Node(_key, node) {
        const { anchor, tag } = node as { readonly anchor?: string; readonly tag?: string };
        parts.push([anchor, tag, isMap(node)]);
        if (isScalar(node)) parts.push(node.value);
        else if (isAlias(node)) parts.push(node.source);
        else if (isCollection(node)) parts.push(node.items.length);
      },
    });
  }
  return JSON.stringify(parts);
}
