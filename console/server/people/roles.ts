/** Roles in ascending order. Each role includes the permissions of all roles before it. */
export const ROLES = ["viewer", "editor", "publisher", "owner"] as const;

export type Role = (typeof ROLES)[number];

export const rolesUpTo = (role: Role): readonly Role[] => ROLES.slice(0, ROLES.indexOf(role) + 1);

interface Access {
  readonly least: Role;
  /** Description for the audit log; omitted for requests without changes. */
  readonly did?: string;
}

const READ: Access = { least: "viewer" };
const editor = (did: string): Access => ({ least: "editor", did });
const publisher = (did: string): Access => ({ least: "publisher", did });
const owner = (did: string): Access => ({ least: "owner", did });

/**
 * Minimum role for each authenticated request below `/console/api`. Requests without an entry are rejected. Viewers may
 * also send POST requests that do not change data and use POST only because they have a body.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  "GET /session": READ,
  "DELETE /session/everywhere": { least: "viewer", did: "signed out on all devices" },
  "POST /session/shop": READ,
  "POST /listing-previews": READ,
  "POST /listing-previews/slots": READ,
  "GET /listing-previews/choices": READ,
  "GET /listing-previews/fields": READ,
  "GET /listing-previews/meant": READ,
  "GET /listing-previews/values": READ,
  "GET /drafts": READ,
  "POST /drafts": editor("created a draft"),
  "GET /drafts/live": READ,
  "GET /drafts/schema": READ,
  "GET /drafts/:id": READ,
  "PUT /drafts/:id": editor("saved a draft"),
  "DELETE /drafts/:id": editor("deleted a draft"),
  "GET /drafts/:id/review": READ,
  "GET /drafts/:id/rules": READ,
  "POST /drafts/:id/merge": editor("merged a draft"),
  "POST /drafts/:id/approve": publisher("approved a draft"),
  "POST /drafts/:id/publish": publisher("published a version"),
  "POST /images": editor("uploaded an image"),
  "GET /publications": READ,
  "GET /publications/:id": READ,
  "GET /publications/:id/undo": READ,
  "POST /publications/:id/undo": publisher("undid a version"),
  "POST /preview": READ,
  "GET /synonyms/built-in": READ,
  "POST /synonyms/proposed": READ,
  "GET /experiments": READ,
  "POST /experiments": publisher("started an A/B test"),
  "POST /experiments/end": publisher("ended an A/B test"),
  "POST /experiments/review": READ,
  "POST /experiments/difference": READ,
  "POST /experiments/results": READ,
  "GET /experiments/results.csv": READ,
  "GET /catalog/jobs": READ,
  "GET /catalog/jobs/:id": READ,
  "GET /catalog/jobs/:id/errors": READ,
  "POST /catalog/jobs/:id/cancel": publisher("cancelled an import"),
  "GET /catalog/generations": READ,
  "GET /catalog/generations/effect": READ,
  "POST /catalog/generations/roll-back": publisher("restored a version of the catalog"),
  "GET /catalog/products": READ,
  "POST /catalog/named-products": READ,
  "GET /catalog/products/:product": READ,
  "POST /catalog/products/:product/why": READ,
  "POST /imports": { least: "publisher" },
  "POST /imports/:id/preview": { least: "publisher" },
  "POST /imports/:id/import": publisher("imported a file"),
  "DELETE /imports/:id": { least: "publisher" },
  "POST /insights": READ,
  "POST /insights/rules": READ,
  "POST /insights/products": READ,
  "GET /insights/:table.csv": READ,
  "GET /home": READ,
  "GET /people": READ,
  "POST /people/invitations": owner("invited a member"),
  "DELETE /people/invitations/:id": owner("withdrew an invitation"),
  "PUT /people/members/:email": owner("changed a member"),
  "DELETE /people/members/:email": owner("removed a member"),
  "PUT /people/approval": owner("changed whether publishing requires approval"),
  "GET /people/audit": READ,
};
