export { type ApiClient, ApiRefusal, createApiClient, type ReadLink, type RefusedPlace } from "./api-client.ts";
