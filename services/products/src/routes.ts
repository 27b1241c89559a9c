import { imageRoutes } from '@campstore/contract/admin/images'
import { inventoryRoutes } from '@campstore/contract/admin/inventory'
import { adminProductRoutes } from '@campstore/contract/admin/products'
import { productRoutes } from '@campstore/contract/products/routes'
import { type Endpoint, endpoints, internalEndpoints } from '@campstore/http/endpoint'
import { PreparedBody } from '@campstore/http/prepared'
import { listOf } from '@campstore/service/list-of'
import type { CatalogueDependencies } from './dependencies.ts'
import { findMovements } from './persistence/movements.ts'
import { findLocations } from './persistence/stock.ts'
import { presentMovement } from './presenters.ts'
import { countStock, moveStock, receiveStock, transferStock } from './use-cases/move-stock.ts'
import { listAdminProducts, readAdminProduct } from './use-cases/read-admin-products.ts'
import { listProducts, readProduct } from './use-cases/read-catalogue.ts'
import { listStock } from './use-cases/read-stock.ts'

/** Loaded by the first request that needs it, with the ORM or the decoders of images: most processes need neither. */
const products = () => import('./use-cases/manage-products.ts')
const images = () => import('./use-cases/upload-image.ts')

/** Each declared route and the use case that answers it. The admin service calls the internal ones. */
export const productEndpoints = (deps: CatalogueDependencies): Endpoint[] => [
  ...endpoints(productRoutes, {
    listProducts: ({ query }) => listProducts(deps, query),
    getFacets: async ({ query }) => new PreparedBody(await deps.answerFacets(query)),
    getProduct: ({ params }) => readProduct(deps, params.id),
  }),
  ...internalEndpoints(
    { ...adminProductRoutes, ...imageRoutes, ...inventoryRoutes },
    {
      listAdminProducts: ({ query }) => listAdminProducts(deps, query),
      getAdminProduct: ({ params }) => readAdminProduct(deps.database.requests, params.id),
      createProduct: async ({ body }) => (await products()).createProduct(deps, body),
      setProductStatus: async ({ params, body }) => (await products()).changeProduct(deps, params.id, body),
      changeProduct: async ({ params, body }) => (await products()).changeProduct(deps, params.id, body),
      setImages: async ({ params, body }) => (await products()).setImages(deps, params.id, body.images),
      addVariant: async ({ params, body }) => (await products()).addVariant(deps, params.id, body),
      changeVariants: async ({ params, body }) => (await products()).changeVariants(deps, params.id, body.variants),
      uploadImage: async ({ body }) => (await images()).uploadImage(deps, body),
      listMovements: listOf(query => findMovements(deps.findPage, query), presentMovement),
      createMovement: ({ body }, administrator) => moveStock(deps, body, administrator),
      createReceipt: ({ body }, administrator) => receiveStock(deps, body, administrator),
      createCount: ({ body }, administrator) => countStock(deps, body, administrator),
      createTransfer: ({ body }, administrator) => transferStock(deps, body, administrator),
      listStock: ({ query }) => listStock(deps, query),
      listLocations: () => findLocations(deps.database.requests),
    },
  ),
]
