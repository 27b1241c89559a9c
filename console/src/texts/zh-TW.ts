/// <reference types="vite/types/importMeta.d.ts" />
import { catalogueOf } from './catalogue.ts'

/** All texts in Traditional Chinese. */
export const texts = catalogueOf(import.meta.glob<object>('./zh-TW/*.ts', { eager: true }))
