export {
  mayDecideOthers,
  mayHaveEndpoints,
  policyResourcesIn,
  translatableIn,
  Translation,
  writtenEndpoints,
  type PolicyResource,
  type UnknownEndpoint,
  type WrittenEndpoint,
  type WrittenPolicy,
} from "../document/holders/endpoints/index.ts";
export { isReadTerraform } from "../document/holders/terraform.ts";
export { atEndpoint, type SiteFinding } from "./defects/finding.ts";
export { siteDefects } from "./defects/index.ts";
export { forwardedTo, siteForwards, type SiteForward } from "./forwards.ts";
