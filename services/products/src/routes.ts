import { inventoryRoutes } from '@campstore/contract/admin/inventory'
import { adminProductRoutes } from '@campstore/contract/admin/products'
import { productRoutes } from '@campstore/contract/products/routes'
import { internal } from '@campstore/contract/route'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import { listOf } from '@campstore/service/list-of'
import type { CatalogueDependencies } from './dependencies.ts'
import { findMovements } from './persistence/movements.ts'
import { presentMovement } from './presenters.ts'
import { addVariant } from './use-cases/add-variant.ts'
import { changeProduct } from './use-cases/change-product.ts'
import { changeVariants } from './use-cases/change-variants.ts'
import { createProduct } from './use-cases/create-product.ts'
import { listAdminProducts } from './use-cases/list-admin-products.ts'
import { listLocations } from './use-cases/list-locations.ts'
import { listProducts } from './use-cases/list-products.ts'
import { moveStock } from './use-cases/move-stock.ts'
import { readAdminProduct } from './use-cases/read-admin-product.ts'
import { readProduct } from './use-cases/read-product.ts'

const admin = { ...adminProductRoutes, ...inventoryRoutes }

/** Each declared route and the use case that answers it. The admin service calls the internal ones. */
export function productEndpoints(deps: CatalogueDependencies): Endpoint[] {
  return [
    endpoint(productRoutes.listProducts, ({ query }) => listProducts(deps, query)),
    endpoint(productRoutes.getProduct, ({ params }) => readProduct(deps, params.id)),
    endpoint(internal(admin.listAdminProducts), ({ query }) => listAdminProducts(deps, query)),
    endpoint(internal(admin.getAdminProduct), ({ params }) => readAdminProduct(deps, params.id)),
    endpoint(internal(admin.createProduct), ({ body }) => createProduct(deps, body)),
    endpoint(internal(admin.setProductStatus), ({ params, body }) => changeProduct(deps, params.id, body)),
    endpoint(internal(admin.changeProduct), ({ params, body }) => changeProduct(deps, params.id, body)),
    endpoint(internal(admin.addVariant), ({ params, body }) => addVariant(deps, params.id, body)),
    endpoint(internal(admin.changeVariants), ({ params, body }) => changeVariants(deps, params.id, body.variants)),
    endpoint(
      internal(admin.listMovements),
      listOf(query => findMovements(deps.findPage, query), presentMovement),
    ),
    endpoint(internal(admin.createMovement), ({ body }, administrator) => moveStock(deps, body, administrator)),
    endpoint(internal(admin.listLocations), () => listLocations(deps)),
  ]
}
