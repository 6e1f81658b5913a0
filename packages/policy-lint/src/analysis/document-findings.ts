import {
  policyDocumentSchema,
  schemaProblems,
  type SchemaProblem,
} from "@traffic-policy/policy-language";
import type { DocumentNode } from "../nodes/document-node.ts";

/** What the schema of policy documents finds fault with; several rules tell a part of it each. */
export function documentFindings(node: DocumentNode): readonly SchemaProblem[] {
  const { path, value, dialect, memory, facts } = node;
  const schema = memory.facts.once(policyDocumentSchema, () => policyDocumentSchema(dialect));
  return facts.once(documentFindings, () => schemaProblems(schema, value, { path }));
}
