import type { Catalogue } from './text.ts'

export const today = {
  page: ['Today', '今日'],
  tiles: {
    arriving: ['Arriving', '今日入住'],
    departing: ['Departing', '今日退房'],
    overdue: ['Overdue', '逾期未退房'],
    toConfirm: ['To confirm', '待確認'],
    toPack: ['To pack', '待包裝'],
    short: ['Short picks', '缺貨訂單'],
    refunds: ['Refunds due', '待退款'],
    undecided: ['To decide', '待判定'],
    lowStock: ['Low stock', '低庫存'],
  },
  hints: {
    arriving: ['stays starting today', '今天開始的訂位'],
    departing: ['stays ending today', '今天結束的訂位'],
    overdue: ['past check-out, not completed', '已過退房時間，尚未完成'],
    toConfirm: ['paid bookings waiting', '已付款、待確認的訂位'],
    toPack: ['orders ready to pack', '可出貨的訂單'],
    short: ['orders missing pieces', '缺少商品的訂單'],
    refunds: ['payments to refund', '需要退款的付款'],
    undecided: ['payments with a used trade number', '交易編號重複的付款'],
    lowStock: ['variants below {{below}} pieces', '少於 {{below}} 件的規格'],
  },
  empty: ['Nothing at the moment:', '目前沒有：'],
  strip: {
    title: ['Next 14 nights', '未來 14 晚'],
    hint: ['Free sites per night', '每晚剩餘營位'],
    taken: ['{{share}} taken', '已訂 {{share}}'],
    empty: ['Empty', '空'],
    full: ['Full', '滿'],
  },
  closure: {
    title: ['Next closure', '下次休園'],
    all: ['All closures', '所有休園日'],
    none: ['No closures planned.', '沒有預定的休園。'],
    weekly: ['weekly, next on', '每週，下次'],
  },
} satisfies Catalogue
