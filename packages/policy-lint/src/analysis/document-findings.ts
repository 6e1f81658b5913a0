import {
  policyDocumentSchema,
  schemaProblems,
  type SchemaProblem,
} from "@traffic-policy/policy-language";
import type { DocumentNode } from "../nodes/document-node.ts";

/** The errors from the schema of policy documents; several rules report a part of them each. */
export function documentFindings(node: DocumentNode): readonly SchemaProblem[] {
  const { path, value, dialect, memory, facts } = node;
  const schema = memory.facts.once(policyDocumentSchema, () => policyDocumentSchema(dialect));
  return facts.once(documentFindings, () => schemaProblems(schema, value, { path }));
}
