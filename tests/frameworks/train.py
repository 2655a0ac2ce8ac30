# SPDX-License-Identifier: GPL-2.0-or-later
# A training script as people write it, on CPUs: a model under DistributedDataParallel, and at
# its end, from rank 0, the nodes in the order of dist.get_rank():
#
#	NAME world=4 restarts=0 n1 n3 n2 n4
#
# usage: train.py NAME [RANK]: the process of that rank kills itself in its first life.
import os
import signal
import sys

import torch
import torch.distributed as dist

name = sys.argv[1]
victim = int(sys.argv[2]) if len(sys.argv) > 2 else -1
restarts = int(os.environ.get("TORCHELASTIC_RESTART_COUNT", "0"))

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(1)
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(3):
    if rank == victim and restarts == 0 and step == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    optimizer.zero_grad()
    model(torch.full((4, 8), float(rank + 1))).sum().backward()
    optimizer.step()

# The gradients of all went into every copy of the model.
weights = [None] * world
dist.all_gather_object(weights, model.module.weight.tolist())
assert all(w == weights[0] for w in weights)
nodes = [None] * world
dist.all_gather_object(nodes, os.environ["SLURMD_NODENAME"])
if rank == 0:
    print(f"{name} world={world} restarts={restarts}", *nodes, flush=True)
dist.destroy_process_group()
