/** Queries of the GraphQL Admin API, with fields that exist since version 2024-10. */

const PRODUCT = `id handle title descriptionHtml vendor productType tags status publishedAt createdAt
  category { fullName }
  options { name }`;
const VARIANT = `id sku barcode price compareAtPrice availableForSale selectedOptions { name value } image { url }`;

export const STOCK = `query Stock($id: ID!) {
  inventoryItem(id: $id) { variant { id availableForSale product { id status publishedAt } } }
}`;

export const ONE_PRODUCT = `query OneProduct($id: ID!, $after: String) {
  product(id: $id) {
    ${PRODUCT}
    media(first: 50) { nodes { id preview { image { url } } } }
    variants(first: 250, after: $after) { nodes { ${VARIANT} } pageInfo { hasNextPage endCursor } }
  }
}`;

/** Bulk queries omit the pagination arguments of connections. */
export const BULK_QUERY = `{
  products(query: "status:active") {
    edges {
      node {
        ${PRODUCT}
        media { edges { node { id preview { image { url } } } } }
        variants { edges { node { ${VARIANT} } } }
      }
    }
  }
}`;

/** Groups the result, so that the children of a product directly follow the product. */
export const RUN_BULK_QUERY = `mutation Begin($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id createdAt }
    userErrors { field message }
  }
}`;

export const BULK_STATE = `query State($id: ID!) {
  node(id: $id) { ... on BulkOperation { status errorCode url } }
}`;
