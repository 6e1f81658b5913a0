import { createRequire } from "node:module";
import { schemas } from "../../../scripts/bundle/policy-schemas.ts";

const packages = new URL("../../../packages/", import.meta.url);
// The validator is a dependency of the linter, not of the repository.
const load = createRequire(new URL("policy-lint/package.json", packages));
const { Ajv2020 } = load("ajv/dist/2020.js") as {
  Ajv2020: new (options: object) => { compile(schema: object): Validate };
};

interface Validate {
  (document: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string }[] | null;
}

/** A published schema of policy documents, with what ajv says of documents by it. */
export interface PolicyValidator {
  readonly schema: {
    readonly $id: string;
    readonly $defs: Readonly<
      Record<string, { readonly description?: string; readonly properties?: Properties }>
    >;
  };
  /** The deepest places of a document that are wrong. */
  readonly wrongPlaces: (document: unknown) => string[];
}

type Properties = Readonly<
  Record<string, { readonly description?: string; readonly deprecated?: boolean }>
>;

export function policyValidator(name: keyof typeof schemas): PolicyValidator {
  const schema = JSON.parse(JSON.stringify(schemas[name])) as PolicyValidator["schema"];
  const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema);
  return {
    schema,
    wrongPlaces(document) {
      if (validate(document)) return [];
      const paths = (validate.errors ?? []).map(({ instancePath }) => instancePath);
      const deepest = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
      return [...new Set(deepest)];
    },
  };
}
