// Leaves out what a rule's page says: `test/generated.test.ts` holds the pages against it, and no code
// reads it.
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "documentation",
    value: {
      /** @param {any} path - a node of Babel's syntax tree */
      shouldIgnore(path) {
        const isDocs = path.isObjectProperty() && path.node.key.name === "docs";
        return isDocs ? "It is documentation." : undefined;
      },
    },
  },
];
