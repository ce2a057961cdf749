#!/bin/sh
#SBATCH --job-name=qipan-arena
#SBATCH --array=1-8
#SBATCH --cpus-per-task=4
#SBATCH --requeue
#SBATCH --open-mode=append

# Plays each shard of a tournament as a task of a Slurm array. Submit it from a folder that all
# nodes see: `sbatch slurm.sh`. A task that is requeued resumes from its journal. When all tasks
# have ended: `qipan arena merge part-*.jsonl`.

set -eu

exec qipan arena aeroplane careful greedy --games 10000 --seed 7 \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --jobs "$SLURM_CPUS_PER_TASK" \
    --resume "part-$SLURM_ARRAY_TASK_ID.jsonl"
