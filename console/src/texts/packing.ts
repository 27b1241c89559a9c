import type { Catalogue } from './text.ts'

export const packing = {
  page: ['Packing', '揀貨包裝'],
  search: ['Order, recipient, address or phone', '訂單編號、收件人、地址或電話'],
  subtitle: ['Paid or confirmed orders, longest waiting first', '已付款或已確認的訂單，等待最久的排在前面'],
  printedAt: ['Printed', '列印時間'],
  picks: ['Pieces to pick', '待揀商品'],
  picked: ['{{sku}} from {{place}} is picked', '已揀 {{place}} 的 {{sku}}'],
  items: ['Items of order {{id}}', '訂單 {{id}} 的商品'],
  allLocations: ['All stores', '所有門市'],
  shortHint: [
    'A store lacks pieces for these orders. Take them from other stores.',
    '門市的現貨少於訂單所需。缺少的商品可改由其他門市出貨。',
  ],
  none: ['Everything is packed', '所有訂單都已包裝完成'],
  select: ['Select order {{id}}', '選取訂單 {{id}}'],
  selectNone: ['Clear selection', '取消選取'],
  readySince: ['Ready since', '待出貨自'],
  collect: ['To collect', '代收金額'],
  noRecipient: ['No recipient', '沒有收件人'],
  pick: ['{{quantity}} from {{location}}', '{{location}} 取 {{quantity}} 件'],
  missing: [
    '{{quantity}} from {{location}}, which has {{onHand}}',
    '{{location}} 取 {{quantity}} 件，現貨只有 {{onHand}} 件',
  ],
  shipSelected_zero: ['Ship', '出貨'],
  shipSelected: ['Ship {{count}}', '出貨 {{count}} 筆'],
  shipTitle_one: 'Ship order',
  shipTitle_other: ['Ship {{count}} orders', '{{count}} 筆訂單出貨'],
  shipHint: [
    'Customers see the carrier and tracking number. Both are optional.',
    '顧客會看到物流業者與配送單號。兩者皆可留空。',
  ],
  shipped: ['Order {{id}} shipped', '訂單 {{id}} 已出貨'],
  ordersShipped_one: '1 order shipped',
  ordersShipped_other: ['{{count}} orders shipped', '已出貨 {{count}} 筆訂單'],
  notShipped: ['Could not ship the orders', '無法出貨'],
  reallocated: [
    'Missing pieces of order {{id}} now come from other stores',
    '訂單 {{id}} 缺少的商品已改由其他門市出貨',
  ],
  notReallocated: ['Could not take the pieces of order {{id}} from other stores', '訂單 {{id}} 無法改由其他門市出貨'],
} satisfies Catalogue
