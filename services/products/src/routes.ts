import { imageRoutes } from '@campstore/contract/admin/images'
import { inventoryRoutes } from '@campstore/contract/admin/inventory'
import { adminProductRoutes } from '@campstore/contract/admin/products'
import { productRoutes } from '@campstore/contract/products/routes'
import { internal } from '@campstore/contract/route'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import type { CatalogueDependencies } from './dependencies.ts'
import { findMovements } from './persistence/movements.ts'
import { presentMovement } from './presenters.ts'
import { countFacets } from './use-cases/count-facets.ts'
import { listAdminProducts } from './use-cases/list-admin-products.ts'
import { listProducts } from './use-cases/list-products.ts'
import { listStock } from './use-cases/list-stock.ts'
import { countStock, moveStock, receiveStock, transferStock } from './use-cases/move-stock.ts'
import { readAdminProduct } from './use-cases/read-admin-product.ts'
import { readProduct } from './use-cases/read-product.ts'

const admin = { ...adminProductRoutes, ...imageRoutes, ...inventoryRoutes }

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
export function productEndpoints(deps: CatalogueDependencies): Endpoint[] {
  return [
    endpoint(productRoutes.listProducts, ({ query }) => listProducts(deps, query)),
    // Before the product of any id.
    endpoint(productRoutes.getFacets, ({ query }) => countFacets(deps, query)),
    endpoint(productRoutes.getProduct, ({ params }) => readProduct(deps, params.id)),
    endpoint(internal(admin.listAdminProducts), ({ query }) => listAdminProducts(deps, query)),
    endpoint(internal(admin.getAdminProduct), ({ params }) => readAdminProduct(deps, params.id)),
    endpoint(internal(admin.createProduct), async ({ body }) =>
      (await maintenance.createProduct()).createProduct(deps, body),
    ),
    endpoint(internal(admin.setProductStatus), async ({ params, body }) =>
      (await maintenance.changeProduct()).changeProduct(deps, params.id, body),
    ),
    endpoint(internal(admin.changeProduct), async ({ params, body }) =>
      (await maintenance.changeProduct()).changeProduct(deps, params.id, body),
    ),
    endpoint(internal(admin.setImages), async ({ params, body }) =>
      (await maintenance.setImages()).setImages(deps, params.id, body.images),
    ),
    endpoint(internal(admin.uploadImage), async ({ body }) =>
      (await maintenance.uploadImage()).uploadImage(deps, body),
    ),
    endpoint(internal(admin.addVariant), async ({ params, body }) =>
      (await maintenance.addVariant()).addVariant(deps, params.id, body),
    ),
    endpoint(internal(admin.changeVariants), async ({ params, body }) =>
      (await maintenance.changeVariants()).changeVariants(deps, params.id, body.variants),
    ),
    endpoint(
      internal(admin.listMovements),
      listOf(query => findMovements(deps.findPage, query), presentMovement),
    ),
    endpoint(internal(admin.createMovement), ({ body }, administrator) => moveStock(deps, body, administrator)),
    endpoint(internal(admin.createReceipt), ({ body }, administrator) => receiveStock(deps, body, administrator)),
    endpoint(internal(admin.createCount), ({ body }, administrator) => countStock(deps, body, administrator)),
    endpoint(internal(admin.createTransfer), ({ body }, administrator) => transferStock(deps, body, administrator)),
    endpoint(internal(admin.listStock), ({ query }) => listStock(deps, query)),
    endpoint(internal(admin.listLocations), async () => (await maintenance.listLocations()).listLocations(deps)),
  ]
}
