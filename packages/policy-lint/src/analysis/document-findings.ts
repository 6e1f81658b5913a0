import { policyDocumentSchema, type Dialect } from "@traffic-policy/policy-language";
import type { DocumentNode } from "../nodes/document-node.ts";
import { schemaFindings, type SchemaFinding } from "../schema/schema-findings.ts";

const schemas = new WeakMap<Dialect, object>();
const found = new WeakMap<DocumentNode, readonly SchemaFinding[]>();

/** What the schema of policy documents finds fault with; several rules tell a part of it each. */
export function documentFindings(node: DocumentNode): readonly SchemaFinding[] {
  const { path, value, dialect } = node;
  const known = found.get(node);
  if (known !== undefined) return known;
  const schema = schemas.get(dialect) ?? policyDocumentSchema(dialect);
  schemas.set(dialect, schema);
  const findings = schemaFindings(schema, value, path);
  found.set(node, findings);
  return findings;
}
