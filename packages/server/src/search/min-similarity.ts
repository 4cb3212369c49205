/**
 * From which similarity two texts count as saying the same. Measured on 12,851 operations of 1,431 real providers: of
 * 138,680 pairs of different providers with close names 58 reach this similarity with the instant model, nearly all
 * of them one service under two names; the precise model separates the same pairs at the number below. The
 * similarities of a remote model are unknown, so no check uses them.
 */
const measured = { precise: 0.94, instant: 0.96 } as const;

/**
 * Minimum similarity for a model, by the name that its vectors are stored under; undefined for a model that was not
 * measured.
 */
export function minSimilarity(model: string): number | undefined {
  if (model.includes('-precise-')) return measured.precise;
  return model.includes('-instant-') ? measured.instant : undefined;
}
