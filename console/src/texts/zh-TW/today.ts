import type { ChineseTexts } from '../catalogue.ts'

export const today: ChineseTexts['today'] = {
  page: '今日',
  tiles: {
    arriving: '今日入住',
    departing: '今日退房',
    overdue: '逾期未退房',
    toConfirm: '待確認',
    toPack: '待包裝',
    short: '缺貨訂單',
    refunds: '待退款',
    undecided: '待判定',
    lowStock: '低庫存',
  },
  hints: {
    arriving: '今天開始的訂位',
    departing: '今天結束的訂位',
    overdue: '已過退房時間，尚未完成',
    toConfirm: '已付款、待確認的訂位',
    toPack: '可出貨的訂單',
    short: '缺少商品的訂單',
    refunds: '需要退款的付款',
    undecided: '交易編號重複的付款',
    lowStock: '少於 {{below}} 件的規格',
  },
  empty: '目前沒有：',
  strip: { title: '未來 14 晚', hint: '每晚剩餘營位', taken: '已訂 {{share}}', empty: '空', full: '滿' },
  closure: { title: '下次休園', all: '所有休園日', none: '沒有預定的休園。', weekly: '每週，下次' },
}
