import type { TSchema } from "@sinclair/typebox";
import {
  endpointPolicyInputSchema,
  limits,
  tcpEdgeInputSchema,
  trafficPolicyModuleInputSchema,
  type EndpointPolicyInput,
  type TcpEdgeInput,
  type TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
import { notSent } from "../errors/service-error.ts";
import { findFault } from "../fault.ts";
import { isIdentifier } from "../make-operation.ts";
import type { Operation, WriteOptions } from "../operation.ts";
import { findPhasesFault, findPolicyFault } from "./policy-value.ts";

const modules = ["backend", "ip_restriction", "traffic_policy"] as const;

/**
 * Checks the input that creates or updates a TCP edge before it is sent.
 *
 * @throws InvalidRequest, which names the field
 */
export function checkTcpEdgeInput(
  operation: Operation,
  input: TcpEdgeInput,
  options: WriteOptions,
): void {
  checkNoNullModule(operation, input);
  checkShape(operation, tcpEdgeInputSchema, input);
  checkBytes(operation, "description", input.description, limits.descriptionBytes);
  checkBytes(operation, "metadata", input.metadata, limits.metadataBytes);
  checkIdentifiers(operation, "backend.backend_id", input.backend && [input.backend.backend_id]);
  checkIdentifiers(operation, "ip_restriction.ip_policy_ids", input.ip_restriction?.ip_policy_ids);
  checkPolicyValue(operation, "traffic_policy.value", input.traffic_policy, options);
}

/**
 * Checks a traffic policy module before it is sent.
 *
 * @throws InvalidRequest, which names the field
 */
export function checkModuleInput(
  operation: Operation,
  input: TrafficPolicyModuleInput,
  options: WriteOptions,
): void {
  checkShape(operation, trafficPolicyModuleInputSchema, input);
  checkPolicyValue(operation, "value", input, options);
}

/**
 * Checks the new policy of a cloud endpoint before it is sent.
 *
 * @throws InvalidRequest, which names the field
 */
export function checkEndpointPolicyInput(
  operation: Operation,
  input: EndpointPolicyInput,
  { anyValue = false }: WriteOptions,
): void {
  checkShape(operation, endpointPolicyInputSchema, input);
  if (anyValue) return;
  const field = "traffic_policy";
  const fault = findPhasesFault(`"${field}"`, input.traffic_policy);
  if (fault !== undefined) throw notSent(operation, fault, { field, help: otherPolicy });
}

function checkNoNullModule(operation: Operation, input: unknown): void {
  if (typeof input !== "object" || input === null) return;
  const field = modules.find((name) => (input as Record<string, unknown>)[name] === null);
  if (field === undefined) return;
  const help =
    operation.method === "PATCH"
      ? "An update cannot remove a module. Omit it to keep it, or disable it with enabled: false."
      : "Omit it for an edge without this module.";
  throw notSent(operation, `"${field}" is null`, { field, help });
}

function checkShape(operation: Operation, schema: TSchema, input: unknown): void {
  const fault = findFault(schema, input);
  if (fault !== undefined) throw notSent(operation, fault.what, { field: fault.field, help });
}

function checkBytes(
  operation: Operation,
  field: string,
  text: string | undefined,
  limit: number,
): void {
  const bytes = text === undefined ? 0 : Buffer.byteLength(text);
  if (bytes > limit) {
    const what = `"${field}" has ${bytes} bytes, and the service accepts ${limit}`;
    throw notSent(operation, what, { field, help });
  }
}

function checkIdentifiers(
  operation: Operation,
  field: string,
  identifiers: readonly string[] = [],
): void {
  if (identifiers.every(isIdentifier)) return;
  const what = `"${field}" holds an identifier that is empty or not well-formed text`;
  throw notSent(operation, what, { field, help });
}

function checkPolicyValue(
  operation: Operation,
  field: string,
  module: TrafficPolicyModuleInput | undefined,
  { anyValue = false }: WriteOptions,
): void {
  if (module === undefined || anyValue) return;
  const fault = findPolicyFault(`"${field}"`, module.value);
  if (fault === undefined) return;
  throw notSent(operation, fault, { field, help: otherPolicy });
}

const otherPolicy = "Change the policy; the option anyValue sends it anyway.";

const help = "Change the field, and try again.";
