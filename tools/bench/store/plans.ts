import { productsQuerySchema } from '@campstore/contract/products/schemas'
import type pg from 'pg'
import { createAvailabilityReader } from '../../../services/products/src/persistence/availability.ts'
import { readPage } from '../../../services/products/src/persistence/catalogue.ts'
import type { Shop } from '../dataset.ts'
import type { Findings } from '../findings.ts'
import { indexesOf, planOf, planText, statementOf } from '../query-plan.ts'
import { variantId } from './crowd.ts'
import { wanted } from './stored-catalogue.ts'

/** Pages whose plans are told: the query, and whether its total is counted too. */
const pages = [
  { name: 'the hundredth page, its total known', query: { size: '5', page: '99' }, counted: false },
  { name: 'the first page of a category and a price range, with its total', query: narrow(), counted: true },
] as const

function narrow(): Record<string, string> {
  return { size: '5', category: wanted.category, minPrice: '5000', maxPrice: '5400' }
}

/** How PostgreSQL finds a page of the list, and what is available of its variants. */
export async function catalogPlans({ owner }: Shop, products: number): Promise<Findings> {
  const text: string[] = []
  for (const { name, query, counted } of pages) {
    const plan = await planOf(owner, await statementOf(to => readPage(to, productsQuerySchema.parse(query), counted)))
    text.push(planOfQuestion(`The list at ${products} products: ${name}`, plan))
  }
  const variantIds = Array.from({ length: 20 }, (_, index) => variantId(1 + index, 1))
  const plan = await availabilityPlan(owner, variantIds)
  text.push(planOfQuestion(`The availability of ${variantIds.length} variants at ${products} products`, plan))
  return { rows: [], targets: [], text }
}

/** Tables that grow with the catalogue. */
const catalogueTables = ['storefront_index', 'product', 'equipment_item', 'sku', 'variant', 'stock']

const planOfQuestion = (question: string, plan: readonly string[]): string =>
  `## ${question}\n\nIndexes: ${indexesOf(plan, catalogueTables).join(', ')}.\n\n${planText(plan)}`

const availabilityPlan = async (owner: pg.Client, variantIds: readonly string[]): Promise<string[]> =>
  planOf(owner, await statementOf(to => createAvailabilityReader(to)(variantIds)))
