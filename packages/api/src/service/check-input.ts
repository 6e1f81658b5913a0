import type { TSchema } from "@sinclair/typebox";
import { isJsonObject, parseJson } from "@traffic-policy/policy-language";
import {
  limits,
  tcpEdgeInputSchema,
  trafficPolicyModuleInputSchema,
  type TcpEdgeInput,
  type TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
import { InvalidRequest } from "../errors/refusals.ts";
import { findFault } from "./fault.ts";
import type { Operation } from "./operation.ts";

/**
 * Checks what creates or updates a TCP edge before it is sent.
 *
 * @throws InvalidRequest, which names the field
 */
export function checkTcpEdgeInput(operation: Operation, input: TcpEdgeInput): void {
  checkShape(operation, tcpEdgeInputSchema, input);
  checkBytes(operation, "description", input.description, limits.descriptionBytes);
  checkBytes(operation, "metadata", input.metadata, limits.metadataBytes);
  if (input.traffic_policy !== undefined) {
    checkPolicyValue(operation, "traffic_policy.value", input.traffic_policy.value);
  }
}

/**
 * Checks a traffic policy module before it is sent.
 *
 * @throws InvalidRequest, which names the field
 */
export function checkModuleInput(operation: Operation, input: TrafficPolicyModuleInput): void {
  checkShape(operation, trafficPolicyModuleInputSchema, input);
  checkPolicyValue(operation, "value", input.value);
}

function checkShape(operation: Operation, schema: TSchema, input: unknown): void {
  const fault = findFault(schema, input);
  if (fault !== undefined) throw refused(operation, fault.what);
}

function checkBytes(
  operation: Operation,
  field: string,
  text: string | undefined,
  limit: number,
): void {
  const bytes = text === undefined ? 0 : Buffer.byteLength(text);
  if (bytes > limit) {
    throw refused(operation, `"${field}" has ${bytes} bytes, and the service takes ${limit}`);
  }
}

function checkPolicyValue(operation: Operation, field: string, text: string): void {
  const { value, errors } = parseJson(text);
  if (errors.length > 0 || !isJsonObject(value)) {
    throw refused(operation, `"${field}" is not the text of a JSON object`);
  }
}

function refused(operation: Operation, what: string): InvalidRequest {
  return new InvalidRequest({
    operation,
    message: `The request to ${operation.name} was not sent: ${what}.`,
    help: "Change the field, and try again.",
    effect: "none",
  });
}
