import type { Answer } from "@traffic-policy/policy-language";
import type { ActionNode } from "../../nodes/action-node.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "The status of a response is not an HTTP status, is not final, does not suit the action, or allows no content.",
    wrong:
      '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "deny", "config": { "status_code": 4030 } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "deny", "config": { "status_code": 403 } } ] } ] }',
    why: "A status has three digits, and HTTP statuses go from 100 to 599. Below 200 it says that the final response is yet to come. A refusal with a status below 400 does not look like one to the client. A response with 204 or 304 has no content, whatever is set, and clients do not follow a redirect with a status such as 304. These are warnings; a number that does not have three digits cannot be sent at all.",
  },
  only: { action: ({ answer }) => answer !== undefined },
  visit: {
    action(node, report) {
      const answer = node.definition?.answer;
      const status = answer && node.field(answer.status);
      if (answer === undefined || typeof status !== "number" || !Number.isInteger(status)) return;
      const wrong = complaint(status, answer, node);
      if (wrong !== undefined) report({ path: node.pathOf(answer.status), ...wrong });
    },
  },
});

type Complaint = Omit<Finding, "path">;

function complaint(status: number, answer: Answer, node: ActionNode): Complaint | undefined {
  if (answer.kind === "redirect") return redirectComplaint(status);
  if (status < 100 || status > 999) {
    return { message: `${status} is not an HTTP status.`, help: "Write a status from 100 to 599." };
  }
  if (status > 599 && status !== answer.formerStatus) {
    return {
      message: `HTTP does not define the status ${status}.`,
      help: "Write a status from 100 to 599.",
      atMost: "warning",
    };
  }
  if (status < 200) {
    return {
      message: `${status} is not a final status: another response follows.`,
      help: "Write a status of 200 or more.",
      atMost: "warning",
    };
  }
  if (answer.kind === "refusal" && status < 400) {
    return {
      message:
        status < 300
          ? `The status ${status} means success, but "${node.type}" refuses the request.`
          : `The status ${status} is not a refusal, but "${node.type}" refuses the request.`,
      help: "Write a status from 400 to 599, such as 403.",
      atMost: "warning",
    };
  }
  const content = answer.content === undefined ? undefined : node.field(answer.content);
  if ((status === 204 || status === 304) && typeof content === "string" && content !== "") {
    return {
      message: `A response with the status ${status} has no content, so "${answer.content}" is not sent.`,
      help: `Write 200, or remove "${answer.content}".`,
      atMost: "warning",
    };
  }
  return undefined;
}

// The config's schema reports a status below 300 or above 399.
function redirectComplaint(status: number): Complaint | undefined {
  const isFollowed = [300, 301, 302, 303, 307, 308].includes(status);
  if (isFollowed || status < 300 || status > 399) return undefined;
  return {
    message: `Clients do not follow a redirect with the status ${status}.`,
    help: "Write 301 or 308 if the redirect is permanent, otherwise 302, 303 or 307.",
    atMost: "warning",
  };
}
