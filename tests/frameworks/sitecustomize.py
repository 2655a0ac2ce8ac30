# SPDX-License-Identifier: GPL-2.0-or-later
# Python reads this at its start, where it is on PYTHONPATH.  Debian builds torch without
# libuv, which the store of the c10d rendezvous asks for all the same: no test of ours.
import sys

import torch.distributed
import torch.distributed.rendezvous  # noqa: F401  a function hides the module of that name


class TCPStore(torch.distributed.TCPStore):
    def __init__(self, *args, **kwargs):
        kwargs["use_libuv"] = False
        super().__init__(*args, **kwargs)


torch.distributed.TCPStore = TCPStore
sys.modules["torch.distributed.rendezvous"].TCPStore = TCPStore
