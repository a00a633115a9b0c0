// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {TuneBalance} from "../src/TuneBalance.sol";
import {TuneEdition} from "../src/TuneEdition.sol";
import {Harness, Vm} from "./Harness.sol";

/// @dev Does what the desk may do, with any arguments, and keeps its own account of it.
contract Market {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant WALLETS = 4;

    TuneEdition private immutable edition;
    TuneBalance private immutable balance;
    address private immutable desk;

    mapping(uint256 unit => address) public holderOf;
    uint256 public minted;
    uint256 public inside;

    constructor(TuneEdition edition_, TuneBalance balance_, address desk_) {
        edition = edition_;
        balance = balance_;
        desk = desk_;
    }

    function wallet(uint256 seed) public pure returns (address) {
        return address(uint160(1 + seed % WALLETS));
    }

    function assign(uint256 seed, uint256 unit, uint64 expires) external {
        unit = 1 + unit % edition.supply();
        if (holderOf[unit] == address(0)) ++minted;
        holderOf[unit] = wallet(seed);
        vm.prank(desk);
        edition.assign(wallet(seed), unit, expires);
    }

    function credit(uint256 seed, uint96 centavos) external {
        inside += centavos;
        vm.prank(desk);
        balance.credit(wallet(seed), centavos);
    }

    function move(uint256 from, uint256 to, uint256 centavos) external {
        centavos %= balance.balanceOf(wallet(from)) + 1;
        vm.prank(desk);
        balance.move(wallet(from), wallet(to), centavos);
    }

    function debit(uint256 from, uint256 centavos) external {
        centavos %= balance.balanceOf(wallet(from)) + 1;
        inside -= centavos;
        vm.prank(desk);
        balance.debit(wallet(from), centavos);
    }
}

contract InvariantsTest is Harness {
    Market private market;

    function setUp() public override {
        super.setUp();
        market = new Market(edition, balance, address(desk));
    }

    /// @dev Forge calls only the market.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(market);
    }

    function invariant_everyUnitHasTheHolderItWasGivenTo() public view {
        uint256 held;
        for (uint256 unit = 1; unit <= edition.supply(); ++unit) {
            address holder = market.holderOf(unit);
            if (holder != address(0)) assertEq(edition.ownerOf(unit), holder);
        }
        for (uint256 i; i < 4; ++i) {
            held += edition.balanceOf(market.wallet(i));
        }
        assertEq(held, market.minted());
        require(held <= edition.supply(), "more units than the supply");
    }

    function invariant_moneyInsideIsWhatCameLessWhatWent() public view {
        assertEq(balance.totalSupply(), market.inside());
    }
}
