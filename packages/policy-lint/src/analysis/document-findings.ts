import {
  policyDocumentSchema,
  schemaProblems,
  type Dialect,
  type ObjectSchema,
  type SchemaProblem,
} from "@traffic-policy/policy-language";
import type { DocumentNode } from "../nodes/document-node.ts";

const schemas = new WeakMap<Dialect, ObjectSchema>();
const found = new WeakMap<DocumentNode, readonly SchemaProblem[]>();

/** What the schema of policy documents finds fault with; several rules tell a part of it each. */
export function documentFindings(node: DocumentNode): readonly SchemaProblem[] {
  const { path, value, dialect } = node;
  const known = found.get(node);
  if (known !== undefined) return known;
  const schema = schemas.get(dialect) ?? policyDocumentSchema(dialect);
  schemas.set(dialect, schema);
  const findings = schemaProblems(schema, value, { path });
  found.set(node, findings);
  return findings;
}
