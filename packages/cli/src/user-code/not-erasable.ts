import type { Node } from "oxc-parser";

/** Why a part of a TypeScript module cannot be run, and what to write instead. */
export interface Refusal {
  readonly reason: string;
  readonly help: string;
}

const refusals: { readonly [T in Node["type"]]?: Omit<Refusal, "reason"> & { what: string } } = {
  TSEnumDeclaration: {
    what: "Enums",
    help: 'Write an object: `const Color = { red: "red" } as const;`.',
  },
  TSModuleDeclaration: {
    what: "Namespaces with values",
    help: "Export the values from a module of their own.",
  },
  TSParameterProperty: {
    what: "Parameter properties",
    help: "Declare the field, and assign it in the constructor.",
  },
  TSImportEqualsDeclaration: {
    what: "`import x = …` declarations",
    help: 'Write `import x from "…";`.',
  },
  TSExportAssignment: { what: "`export =` assignments", help: "Write `export default …;`." },
  TSTypeAssertion: {
    what: "Type assertions in angle brackets",
    help: "Write `value as Type`.",
  },
};

const notInNode: typeof refusals = {
  Decorator: { what: "Decorators", help: "Call the function that decorates." },
  AccessorProperty: { what: "`accessor` fields", help: "Write a getter and a setter." },
};

/** Says of a part of a TypeScript module why it cannot be run. */
export function notErasable({ type }: Node): Refusal {
  const missing = notInNode[type];
  if (missing !== undefined) {
    const { what, help } = missing;
    return { reason: `${what} are not supported: Node.js does not run them.`, help };
  }
  const { what, help } = refusals[type] ?? {
    what: "Parts of this kind",
    help: "Write it in JavaScript.",
  };
  return {
    reason: `${what} are not supported: only types are removed before the file runs.`,
    help,
  };
}
