import { readFileSync } from 'node:fs'
import { describeIssues, safeParse } from '@campstore/contract/issue-text'
import { type Product, productSchema } from '@campstore/contract/products/schemas'
import { english } from '@campstore/contract/texts/text'
import { ConfigError } from '@campstore/core/config/load-config'
import { exact } from '@campstore/core/money'
import { z } from 'zod'

/** A product and its variants must not contradict each other; the file is not corrected. */
const consistentProduct = productSchema.superRefine(({ price, variants }, context) => {
  const report = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  const lowest = variants.every(variant => exact(variant.price).gte(price))
  if (!lowest || !variants.some(variant => variant.price === price)) {
    report(['price'], 'must be the lowest price of the variants')
  }
  for (const [index, { availableQuantity, inStock }] of variants.entries()) {
    if (inStock !== availableQuantity > 0) report(['variants', index, 'inStock'], 'must say whether any is available')
  }
})

const mockFileSchema = z.strictObject({
  products: z.array(consistentProduct).superRefine((products, context) => {
    const seen = new Set<string>()
    for (const [index, { id }] of products.entries()) {
      if (seen.has(id)) context.addIssue({ code: 'custom', path: [index, 'id'], message: 'repeats an earlier one' })
      seen.add(id)
    }
  }),
})

/**
 * Reads the catalogue of mock mode: local records in the contract's shape (docs/contract/catalogue.md#mock-mode). Throws
 * ConfigError naming the file and, where a record is invalid, its first invalid field: `products.3.variants.0.sku`.
 */
export function readMockCatalogue(file: string): Product[] {
  const checked = safeParse(mockFileSchema, jsonOf(file))
  if (checked.success) return checked.data.products
  const [issue] = describeIssues(checked.error.issues, mockFileSchema)
  const reason = issue && english(issue.reason)
  throw new ConfigError(`CATALOGUE_MOCK_FILE ${file}: ${issue?.path.join('.') || 'the whole file'}: ${reason}`)
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`CATALOGUE_MOCK_FILE ${file}: ${error instanceof Error ? error.message : error}`)
  }
}
