import { declareRoutes, pageOf } from '../declare.ts'
import { facetsQuerySchema, facetsSchema, productSchema, productsQuerySchema } from './schemas.ts'

/** Every endpoint under /api/products (docs/contract/catalogue.md). */
export const productRoutes = declareRoutes('public', {
  listProducts: {
    summary: 'Lists visible products with live availability',
    endpoint: 'GET /api/products',
    ...pageOf(productsQuerySchema, productSchema),
  },
  getFacets: {
    summary: 'Counts the visible products of a list by category and brand',
    endpoint: 'GET /api/products/facets',
    query: facetsQuerySchema,
    data: facetsSchema,
  },
  getProduct: {
    summary: 'Reads a visible product with live availability',
    endpoint: 'GET /api/products/{id}',
    data: productSchema,
  },
})
