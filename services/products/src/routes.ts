import { inventoryRoutes } from '@campstore/contract/admin/inventory'
import { adminProductRoutes } from '@campstore/contract/admin/products'
import { productRoutes } from '@campstore/contract/products/routes'
import { internal } from '@campstore/contract/route'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import type { SharedCache } from './cache/shared-cache.ts'
import type { Dependencies } from './dependencies.ts'
import { addVariant } from './use-cases/add-variant.ts'
import { listAdministeredProducts, readAdministeredProduct } from './use-cases/admin-products.ts'
import { answerLive } from './use-cases/cached-response.ts'
import { changeProduct } from './use-cases/change-product.ts'
import { changeVariants } from './use-cases/change-variants.ts'
import { createProduct } from './use-cases/create-product.ts'
import { listProducts } from './use-cases/list-products.ts'
import { moveStock } from './use-cases/move-stock.ts'
import { listLocations, listMovements } from './use-cases/read-inventory.ts'
import { readProduct } from './use-cases/read-product.ts'

/** Each declared route and the use case that answers it. */
export function productEndpoints(given: Dependencies, shared: SharedCache | undefined): Endpoint[] {
  const answer = answerLive(given, shared)
  const [list, read] = [listProducts(given, answer), readProduct(given, answer)]
  return [
    endpoint(productRoutes.listProducts, ({ query }) => list(query)),
    endpoint(productRoutes.getProduct, ({ params }) => read(params.id)),
    ...administrationEndpoints(given),
  ]
}

/** What the admin service calls. */
function administrationEndpoints(given: Dependencies): Endpoint[] {
  const { listAdminProducts, getAdminProduct, setProductStatus } = adminProductRoutes
  const [list, movements, change] = [listAdministeredProducts(given), listMovements(given), changeProduct(given)]
  return [
    endpoint(internal(listAdminProducts), ({ query }) => list(query)),
    endpoint(internal(getAdminProduct), ({ params }) => readAdministeredProduct(given)(params.id)),
    endpoint(internal(adminProductRoutes.createProduct), ({ body }) => createProduct(given)(body)),
    endpoint(internal(setProductStatus), ({ params, body }) => change(params.id, body)),
    endpoint(internal(adminProductRoutes.changeProduct), ({ params, body }) => change(params.id, body)),
    endpoint(internal(adminProductRoutes.addVariant), ({ params, body }) => addVariant(given)(params.id, body)),
    endpoint(internal(adminProductRoutes.changeVariants), ({ params, body }) =>
      changeVariants(given)(params.id, body.variants),
    ),
    endpoint(internal(inventoryRoutes.listMovements), ({ query }) => movements(query)),
    endpoint(internal(inventoryRoutes.createMovement), ({ body }, administrator) =>
      moveStock(given)(body, administrator),
    ),
    endpoint(internal(inventoryRoutes.listLocations), () => listLocations(given)()),
  ]
}
