import { runProcess } from '@campstore/core/run-process'
import { mockConfig, productsConfig } from './config.ts'
import { startMockProductsService } from './mock-service.ts'
import { startProductsService } from './service.ts'

if (process.env.CATALOGUE_MOCK_FILE?.trim()) {
  await runProcess('products', mockConfig, async (config, log) => startMockProductsService(config, log))
} else {
  await runProcess('products', productsConfig, startProductsService)
}
