import { NotFound } from "../../errors/service-error.ts";
import { findDocumentFault } from "../../service/policy-value.ts";
import { routeTrafficPolicyOperations } from "../../service/route-traffic-policy.ts";
import type { TargetOf } from "../target.ts";
import type { TargetKind } from "./kind.ts";

/** The service does not distinguish a missing route from a missing policy. */
export const httpsRoute: TargetKind<TargetOf<"https-route">> = {
  name: "an HTTPS route",
  hasSwitch: true,
  operations: {
    read: routeTrafficPolicyOperations.get,
    write: routeTrafficPolicyOperations.replace,
  },
  identifiers: ({ edge, route }) => [edge, route],
  findFault: findDocumentFault,
  read: async ({ httpsRoutes }, { edge, route }, options) => {
    try {
      return await httpsRoutes.trafficPolicy.get(edge, route, options);
    } catch (error) {
      // Without a code, it may be the answer of something else, such as that of a wrong base URL.
      if (error instanceof NotFound && error.code !== undefined) return undefined;
      throw error;
    }
  },
  write: ({ httpsRoutes }, { edge, route }, { enabled, value }, options) =>
    httpsRoutes.trafficPolicy.replace(edge, route, { enabled, value }, options),
  remove: ({ httpsRoutes }, { edge, route }, options) =>
    httpsRoutes.trafficPolicy.delete(edge, route, options),
};
