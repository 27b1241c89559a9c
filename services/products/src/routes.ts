import { imageRoutes } from '@campstore/contract/admin/images'
import { inventoryRoutes } from '@campstore/contract/admin/inventory'
import { adminProductRoutes } from '@campstore/contract/admin/products'
import { productRoutes } from '@campstore/contract/products/routes'
import { type Endpoint, endpoints, internalEndpoints } from '@campstore/http/endpoint'
import { PreparedBody } from '@campstore/http/prepared'
import { listOf } from '@campstore/service/list-of'
import type { CatalogueDependencies } from './dependencies.ts'
import { findMovements } from './persistence/movements.ts'
import { presentMovement } from './presenters.ts'
import { listAdminProducts } from './use-cases/list-admin-products.ts'
import { listProducts } from './use-cases/list-products.ts'
import { listStock } from './use-cases/list-stock.ts'
import { countStock, moveStock, receiveStock, transferStock } from './use-cases/move-stock.ts'
import { readAdminProduct } from './use-cases/read-admin-product.ts'
import { readProduct } from './use-cases/read-product.ts'

/** Loaded by the first request that needs it, with the ORM or the decoders of images: most processes need neither. */
const maintenance = {
  addVariant: () => import('./use-cases/add-variant.ts'),
  changeProduct: () => import('./use-cases/change-product.ts'),
  changeVariants: () => import('./use-cases/change-variants.ts'),
  createProduct: () => import('./use-cases/create-product.ts'),
  setImages: () => import('./use-cases/set-images.ts'),
  listLocations: () => import('./use-cases/list-locations.ts'),
  uploadImage: () => import('./use-cases/upload-image.ts'),
}

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
      getAdminProduct: ({ params }) => readAdminProduct(deps, params.id),
      createProduct: async ({ body }) => (await maintenance.createProduct()).createProduct(deps, body),
      setProductStatus: async ({ params, body }) =>
        (await maintenance.changeProduct()).changeProduct(deps, params.id, body),
      changeProduct: async ({ params, body }) =>
        (await maintenance.changeProduct()).changeProduct(deps, params.id, body),
      setImages: async ({ params, body }) => (await maintenance.setImages()).setImages(deps, params.id, body.images),
      addVariant: async ({ params, body }) => (await maintenance.addVariant()).addVariant(deps, params.id, body),
      changeVariants: async ({ params, body }) =>
        (await maintenance.changeVariants()).changeVariants(deps, params.id, body.variants),
      uploadImage: async ({ body }) => (await maintenance.uploadImage()).uploadImage(deps, body),
      listMovements: listOf(query => findMovements(deps.findPage, query), presentMovement),
      createMovement: ({ body }, administrator) => moveStock(deps, body, administrator),
      createReceipt: ({ body }, administrator) => receiveStock(deps, body, administrator),
      createCount: ({ body }, administrator) => countStock(deps, body, administrator),
      createTransfer: ({ body }, administrator) => transferStock(deps, body, administrator),
      listStock: ({ query }) => listStock(deps, query),
      listLocations: async () => (await maintenance.listLocations()).listLocations(deps),
    },
  ),
]
