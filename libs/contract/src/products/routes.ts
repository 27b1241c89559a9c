import { z } from 'zod'
import { declareRoutes } from '../route.ts'
import { pathIdSchema } from '../schemas.ts'
import { facetsQuerySchema, facetsSchema, productSchema, productsQuerySchema } from './schemas.ts'

/** Every endpoint under /api/products (docs/contract/catalogue.md). */
export const productRoutes = declareRoutes({
  listProducts: {
    summary: 'Lists visible products with live availability',
    endpoint: 'GET /api/products',
    access: 'public',
    query: productsQuerySchema,
    shape: 'page',
    data: productSchema,
  },
  getFacets: {
    summary: 'Counts the visible products of a list by category and brand',
    endpoint: 'GET /api/products/facets',
    access: 'public',
    query: facetsQuerySchema,
    data: facetsSchema,
  },
  getProduct: {
    summary: 'Reads a visible product with live availability',
    endpoint: 'GET /api/products/{id}',
    access: 'public',
    params: z.object({ id: pathIdSchema.describe('Product id') }),
    data: productSchema,
  },
})
