export {
  mayHaveEndpoints,
  policyResourcesIn,
  writtenEndpoints,
  type PolicyResource,
  type WrittenEndpoint,
  type WrittenPolicy,
} from "../document/holders/endpoints/index.ts";
export { atEndpoint, type SiteFinding } from "./defects/finding.ts";
export { siteDefects } from "./defects/index.ts";
export { forwardedTo, siteForwards, type SiteForward } from "./forwards.ts";
